"""The bot service: plays seats as any client does, and owns nothing that could be lost."""
