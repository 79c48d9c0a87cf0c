"""Importing networks of PyTorch."""
