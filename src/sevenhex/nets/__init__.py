"""A trained network as the package plays it, without PyTorch: what goes in and comes out (`layout`), and its arithmetic (`network`)."""
