"""The games of the house, one TOML file each, read by ``engine.variants``."""
