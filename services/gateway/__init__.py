"""The gateway: the door for browsers, with the API over HTTP and plain pages to watch games."""
