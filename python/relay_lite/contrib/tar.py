"""Archives of files."""

import io
import os
import tarfile

from .. import _missing
from .._ext import write_file


def tar(output, files) -> None:
    """Makes a compressed archive.

    Parameters
    ----------
    output : str
    files : list of str
        Their names in the archive are without folders.
    """
    output = os.fsdecode(output)
    names = [os.path.basename(path) for path in files]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"duplicate file name {name}")
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for path, name in zip(files, names):
            archive.add(path, name)
    write_file(output, data.getbuffer())


tar.output_format = "tar"


def untar(tar_file, directory) -> None:
    """Unpacks an archive.

    Parameters
    ----------
    tar_file : str
    directory : str
    """
    tar_file = os.fsdecode(tar_file)
    try:
        with tarfile.open(tar_file) as archive:
            for member in archive:
                _extract(archive, member, directory)
    except (tarfile.TarError, EOFError) as error:
        raise RuntimeError(f"Tar error: cannot unpack {tar_file}: {error}") from None


def _extract(archive, member, directory):
    """Unpacks a file or folder, which must not be outside the directory."""
    path = os.path.realpath(os.path.join(directory, member.name))
    root = os.path.realpath(directory)
    if not (member.isfile() or member.isdir()) or os.path.commonpath([path, root]) != root:
        raise tarfile.TarError(f"{member.name} is no file in a folder of the archive")
    archive.extract(member, directory)


def normalize_file_list_by_unpacking_tars(temp, file_list) -> list:
    """The files with those in archives in place of the archives.

    Parameters
    ----------
    temp : TempDirectory
        Where archives are unpacked.
    file_list : list of str
    """
    result, count = [], 0
    for path in map(os.fsdecode, file_list):
        if not path.endswith(".tar"):
            result.append(path)
            continue
        folder = temp.relpath(f"temp{count}")
        count += 1
        os.mkdir(folder)
        untar(path, folder)
        result += [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return result


__getattr__ = _missing.make_getattr("tvm.contrib.tar")
