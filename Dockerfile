# RelayLite from its wheel, without LLVM. See docs/Install.md.
FROM python:3.11-slim-bookworm
COPY build/wheel/*.whl wheel/
RUN pip install --no-cache-dir wheel/*.whl && rm -r wheel
WORKDIR /work
CMD ["relay-lite", "--help"]
