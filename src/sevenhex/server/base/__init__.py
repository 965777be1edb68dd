"""What every room of the server may use: settings, limits, refusals, metrics, logs."""
