"""Keras models as modules of Relay."""
