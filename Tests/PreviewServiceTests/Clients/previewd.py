"""Starts the real previewd for other clients, and sends it requests."""
import http.client
import resource
import subprocess
import threading


class Service:
    def __init__(self, program, *options, log=None, limit=None):
        """`log` gets the service's lines after it listens; `limit` is its limit of open files."""
        def restrict():
            if limit:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        usual = [("--listen", "127.0.0.1:0"), ("--health-listen", "127.0.0.1:0"), ("--log-requests", "false"),
                 ("--result-cache-limit", "0"),
                 ("--thumbnail-seconds", "60"), ("--preview-seconds", "60")]
        unset = [word for name, value in usual if name not in options for word in (name, value)]
        self.process = subprocess.Popen(
            [program, *unset, *options], stderr=subprocess.PIPE, text=True, preexec_fn=restrict)
        addresses = []
        for line in self.process.stderr:
            if "listening at" in line:
                addresses.append(line.split()[-1].strip('"}'))
                if len(addresses) == 2:
                    break
        if len(addresses) < 2:
            raise SystemExit(f"previewd did not start: {self.process.wait(10)}")
        self.address, self.health = addresses

        self.lines = []

        def read():
            for line in self.process.stderr:
                self.lines.append(line)
            if log:
                log.write("".join(self.lines).encode())
        self.reader = threading.Thread(target=read, daemon=True)
        self.reader.start()

    def ask(self, method, target, body=None, address=None, **headers):
        connection = http.client.HTTPConnection(address or self.address, timeout=90)
        connection.request(method, target, body=body, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def figure(self, name):
        """A sample of /metrics; 0 if it is missing."""
        text = self.ask("GET", "/metrics", address=self.health)[2].decode()
        return sum(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name))
