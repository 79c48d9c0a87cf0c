"""Reports of how long the operators of a program take."""

from .. import _missing


class Report:
    """The times of the calls of a program, and of all of it.

    Parameters
    ----------
    calls : list of dict
        The metrics of each call by name.
    device_metrics : dict of str to dict
        The metrics of each device.
    configuration : dict

    Attributes
    ----------
    calls, device_metrics, configuration
    """

    def __init__(self, calls, device_metrics, configuration):
        self.calls = calls
        self.device_metrics = device_metrics
        self.configuration = configuration

    @classmethod
    def from_calls(cls, calls, total, executor):
        """The report of calls, given by name, duration in seconds, and shapes of arguments, of a
        run that took `total` seconds."""
        rows = [{"Name": name, "Duration (us)": duration * 1e6,
                 "Percent": 100 * duration / total if total else 0.0, "Count": 1,
                 "Argument Shapes": shapes} for name, duration, shapes in calls]
        used = sum(duration for _, duration, _ in calls)
        return cls(rows, {"CPU0": {"Duration (us)": total * 1e6, "Percent":
                                   100 * used / total if total else 0.0, "Count": 1}},
                   {"Executor": executor})

    def csv(self) -> str:
        """The calls as comma-separated values."""
        import csv
        import io

        text = io.StringIO()
        names = list(self.calls[0]) if self.calls else ["Name"]
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.calls)
        return text.getvalue()

    def table(self, sort=True, aggregate=True, col_sums=True) -> str:
        """The calls as a table for people.

        Parameters
        ----------
        sort : bool
            Whether calls that last longer come first.
        aggregate : bool
            Whether calls of one function are one line.
        col_sums : bool
            Whether there are lines for the sum and for all of the program.
        """
        rows = [dict(call) for call in self.calls]
        if aggregate:
            groups = {}
            for row in rows:
                key = row["Name"], row["Argument Shapes"]
                if key not in groups:
                    groups[key] = row
                else:
                    for name in ("Duration (us)", "Percent", "Count"):
                        groups[key][name] += row[name]
            rows = list(groups.values())
        if sort:
            rows.sort(key=lambda row: -row["Duration (us)"])
        if col_sums:
            names = ("Duration (us)", "Percent", "Count")
            rows.append({"Name": "Sum", "Argument Shapes": "",
                         **{name: sum(row[name] for row in rows) for name in names}})
            rows += [{"Name": "Total", "Argument Shapes": "", **metrics}
                     for metrics in self.device_metrics.values()]
        columns = ("Name", "Duration (us)", "Percent", "Count", "Argument Shapes")
        cells = [columns] + [[f"{row[name]:,.2f}" if isinstance(row[name], float) else str(row[name])
                              for name in columns] for row in rows]
        widths = [max(len(row[index]) for row in cells) for index in range(len(columns))]
        lines = ["  ".join(cell.ljust(width) if column in ("Name", "Argument Shapes") else
                           cell.rjust(width)
                           for column, cell, width in zip(columns, row, widths)).rstrip()
                 for row in cells]
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """The report as JSON."""
        import json

        return json.dumps({"calls": self.calls, "device_metrics": self.device_metrics,
                           "configuration": self.configuration})

    @classmethod
    def from_json(cls, s):
        """The report of a text that json() has made."""
        import json

        return cls(**json.loads(s))

    def __str__(self):
        return self.table()


__getattr__ = _missing.make_getattr("tvm.runtime.profiling")
