# Listens for webhooks of the shop. Needs Python 3 and nothing else:
#   WEBHOOK_SECRET=whsec_... PORT=8080 python3 webhook.py
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
seen = set()  # keep these in your database


def is_from_the_shop(headers, body):
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False  # an old letter sent once more
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    right = base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one, f"v1,{right}") for one in signatures)


class Listener(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_from_the_shop(self.headers, body):
            return self.answer(400)
        event = json.loads(body)
        if event["id"] not in seen:
            print(event["type"], event["data"].get("reference") or "", event["version"], flush=True)
        seen.add(event["id"])
        self.answer(204)  # only when it is on your disk

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("", int(os.environ["PORT"])), Listener).serve_forever()
