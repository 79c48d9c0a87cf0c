// The translation unit that carries the precompiled header of all targets.
