"""TFLite models as modules of Relay."""
