#!/usr/bin/python3
"""A demonstration driving simulator, as an example of the device's side of docs/mqtt.md (Python 3.11, paho-mqtt 1.6).

    /usr/bin/python3 examples/simulator.py --url mqtt://127.0.0.1:1883 --sn SIM-0001 --key secret
"""
import argparse, json, random, signal, sqlite3, time, uuid
from datetime import datetime, timezone
from urllib.parse import urlsplit
import paho.mqtt.client as mqtt


def now():
    return datetime.now(timezone.utc)  # the machine's clock has to be set by NTP


def new_id():
    return str(uuid.uuid4())


class Simulator:
    def __init__(self, options):
        self.options, self.url, self.sn = options, urlsplit(options.url), options.sn
        # On disk until PUBACK, since a simulator is switched off at the wall. AUTOINCREMENT never gives a number twice.
        self.db = sqlite3.connect(options.store or f"{self.sn}.sqlite3")
        self.db.execute("CREATE TABLE IF NOT EXISTS outbox (n INTEGER PRIMARY KEY AUTOINCREMENT, topic, payload)")
        self.db.execute("CREATE TABLE IF NOT EXISTS done (id PRIMARY KEY)")  # commands; a file that grows slowly
        # What is under way has its end written ahead; it is told at the next start if the power fails before the end.
        self.db.execute("CREATE TABLE IF NOT EXISTS draft (topic PRIMARY KEY, payload)")
        with self.db:
            self.db.execute("INSERT INTO outbox (topic, payload) SELECT topic, payload FROM draft ORDER BY topic")
            self.db.execute("DELETE FROM draft")
        self.activity, self.health, self.locked = "idle", "ok", False
        self.ready = self.restarting = self.stopping = False
        self.attempts, self.rhythm, self.next_scene = 0, self.scenes(), 0

    def scenes(self):  # a lesson with a fault in it, again and again; each yield is a wait in seconds
        yield 5
        while True:
            if self.locked:
                yield 5
                continue
            start = {"id": new_id(), "at": now().isoformat(), "event": "start", "sessionId": new_id(),
                     "studentId": self.options.student, "moduleId": self.options.module}
            # A real simulator writes the draft again with each mistake and minute; this one knows only the beginning.
            self.happen("session", start, draft=self.end_of(start, start["at"]), activity="training")
            try:
                yield self.options.lesson_seconds / 2
                raised = {"id": new_id(), "at": now().isoformat(), "event": "raised", "code": "E203",
                          "text": "方向盘力反馈电机过热"}
                self.happen("fault", raised, draft={**raised, "id": new_id(), "event": "cleared"}, health="fault")
                yield self.options.lesson_seconds / 2
            finally:  # also when the program is ended: a lesson or a fault without end would stay at the server
                if self.health == "fault":
                    cleared = {**raised, "id": new_id(), "at": now().isoformat(), "event": "cleared"}
                    self.happen("fault", cleared, health="ok")
                self.happen("session", self.end_of(start, now().isoformat()), activity="idle")
            yield self.options.idle_seconds

    def end_of(self, start, at):
        length = datetime.fromisoformat(at) - datetime.fromisoformat(start["at"])
        seconds = max(0, int(length.total_seconds()))  # rounded down: never more than the lesson
        mistake = {"subSubjectId": self.options.sub_subject, "text": "转弯未打转向灯", "points": 5}
        return {**start, "id": new_id(), "at": at, "event": "end", "startedAt": start["at"],
                "effectiveSeconds": seconds, "score": 95 if seconds else 0, "passed": seconds > 0,
                "errors": [mistake] if seconds else []}

    def happen(self, topic, event, draft=None, **state):  # an event, and the state that changed with it
        with self.db:
            self.keep("outbox", topic, event)
            self.db.execute("DELETE FROM draft WHERE topic = ?", (topic,))
            if draft:
                self.keep("draft", topic, draft)
        vars(self).update(state)
        if self.ready:
            self.flush()
            self.report()

    def keep(self, table, topic, message):
        text = json.dumps(message, ensure_ascii=False)
        self.db.execute(f"INSERT INTO {table} (topic, payload) VALUES (?, ?)", (topic, text))

    def flush(self):  # what this connection has not sent yet, the oldest first, unchanged
        rows = self.db.execute("SELECT n, topic, payload FROM outbox WHERE n > ? ORDER BY n", (self.flushed,))
        for n, topic, payload in rows.fetchall():
            self.publish(topic, payload, n)
            self.flushed = n

    def report(self):  # not kept: the next report says all there is to say
        self.publish("state", json.dumps({
            "id": new_id(), "at": now().isoformat(), "connectionId": self.connection_id, "seq": self.seq,
            "online": True, "activity": self.activity, "health": self.health, "software": "demo 1.0"}))
        self.seq, self.next_report = self.seq + 1, time.monotonic() + self.options.report_every

    def publish(self, topic, payload, n=None):
        print(f"{now():%T} > {topic} {payload}", flush=True)
        mid = self.client.publish(f"sim/{self.sn}/{topic}", payload, qos=1, retain=topic == "state").mid
        self.unacknowledged[mid] = n
        return mid

    def on_connect(self, client, userdata, flags, code):
        if code:  # a real simulator shows it on its screen
            return print("Refused:", mqtt.connack_string(code), "Is the SN right? Was the key renewed?", flush=True)
        client.subscribe(f"sim/{self.sn}/command", qos=1)

    def on_subscribe(self, client, userdata, mid, granted):
        if granted[0] == 128:
            print("Refused: the topic of commands. Is the SN right?", flush=True)
            return client.disconnect()
        self.ready, self.attempts = True, 0
        self.report()
        self.flush()

    def on_publish(self, client, userdata, mid):  # at PUBACK: stored, or refused for good
        with self.db:
            self.db.execute("DELETE FROM outbox WHERE n = ?", (self.unacknowledged.pop(mid, None),))

    def on_message(self, client, userdata, message):
        try:  # nothing that comes from outside may end the program
            print(f"{now():%T} < command {message.payload.decode()}", flush=True)
            command = json.loads(message.payload)
            if datetime.fromisoformat(command["expiresAt"]) <= now():
                return
            guid, name = uuid.UUID(command["id"]).hex, str(command["command"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return print("Unreadable:", repr(error), flush=True)
        with self.db:  # done and answered in one transaction, and only once, though the power fails or it comes twice
            if not self.db.execute("INSERT OR IGNORE INTO done VALUES (?)", (guid,)).rowcount:
                return
            known = name in ("lock", "unlock", "restart", "reloadConfig")
            self.keep("outbox", "ack", {"id": command["id"], "at": now().isoformat(), "ok": known,
                                        "text": "" if known else "未知命令"})
        self.locked = name == "lock" or self.locked and name == "reloadConfig"  # then the next lesson does not begin
        self.restarting = name == "restart"  # after the answer, by hold_connection()
        self.flush()

    def hold_connection(self):
        # A new client each time: its will names this connection, and paho would send the last one's reports again.
        self.client = client = mqtt.Client(self.sn, clean_session=True, protocol=mqtt.MQTTv311)
        self.connection_id, self.seq, self.flushed, self.unacknowledged = new_id(), 0, 0, {}
        client.on_connect, client.on_subscribe = self.on_connect, self.on_subscribe
        client.on_publish, client.on_message = self.on_publish, self.on_message
        client.username_pw_set(self.sn, self.options.key)
        farewell = json.dumps({"connectionId": self.connection_id, "online": False})
        client.will_set(f"sim/{self.sn}/state", farewell, qos=1, retain=True)
        tls = self.url.scheme == "mqtts"
        if tls:
            client.tls_set()
        try:
            client.connect(self.url.hostname, self.url.port or (8883 if tls else 1883), keepalive=45)
            while not client.loop(0.1) and not self.stopping and not self.restarting:  # 0 is MQTT_ERR_SUCCESS
                self.play()
                if self.ready and time.monotonic() >= self.next_report:
                    self.report()
            if self.stopping:
                self.rhythm.close()  # ends the lesson
            if self.ready and client.socket():  # on purpose: say farewell, and wait for its PUBACK for a second
                mid, until = self.publish("state", farewell), time.monotonic() + 1
                while mid in self.unacknowledged and time.monotonic() < until and not client.loop(0.1):
                    pass
            client.disconnect()
        except OSError as error:
            print("No connection:", error, flush=True)
        self.ready = self.restarting = False

    def play(self):
        if time.monotonic() >= self.next_scene:
            self.next_scene = time.monotonic() + next(self.rhythm)

    def run(self):
        while not self.stopping:
            self.hold_connection()
            # 1 s, 2, 4 … 30, and up to a quarter more by chance: a school's simulators all come back with its power.
            until = time.monotonic() + min(30, 2 ** min(self.attempts, 5)) * random.uniform(1, 1.25)
            self.attempts += 1
            while not self.stopping and (left := until - time.monotonic()) > 0:
                self.play()  # lessons go on without a connection
                time.sleep(min(0.1, left))
        self.rhythm.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A demonstration driving simulator.")
    parser.add_argument("--url", default="mqtt://127.0.0.1:1883", help="mqtt:// or mqtts://, with host and port")
    parser.add_argument("--sn", required=True, help="number of the simulator")
    parser.add_argument("--key", required=True, help="its device key")
    parser.add_argument("--student", type=int, default=20731)
    parser.add_argument("--module", type=int, default=3)
    parser.add_argument("--sub-subject", type=int, default=201)
    parser.add_argument("--store", help="file of what is not acknowledged (by default SN.sqlite3)")
    parser.add_argument("--lesson-seconds", type=float, default=6)
    parser.add_argument("--idle-seconds", type=float, default=60, help="from lesson to lesson")
    parser.add_argument("--report-every", type=float, default=25, help="seconds; 30 is the limit")
    simulator = Simulator(parser.parse_args())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(simulator, "stopping", True))
    simulator.run()
