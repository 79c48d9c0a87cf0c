"""The exporters of Relay's operators, by family."""
