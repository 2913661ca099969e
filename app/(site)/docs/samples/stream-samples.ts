import type { DocsFacts } from "@/app/(site)/docs/docs-page";

/**
 * Programs that follow a sport and reconnect. e2e/stream-samples.spec.ts runs each as printed. The page supplies `key` and `show` to the
 * sample for browsers. No sample has more than 20 lines, so that readers can copy it whole.
 */

const curl = (
  url: string,
): string => `# Prints every event. After a disconnect, the loop continues with the last id.
while true; do
  curl --no-buffer --silent --show-error --header "X-API-Key: $ODDSKEEPER_KEY" \\
    --header "Last-Event-ID: $id" "${url}" | tee stream.txt
  last=$(grep '^id: ' stream.txt | tail -1 | cut -c 5-)
  id=\${last:-$id}
  sleep 1
done`;

const program = (
  url: string,
  key: string,
  show: string,
): string => `let [fixtures, id, event] = [new Map(), "", ""];
const apply = (data) => {
  if (event === "reset") fixtures.clear();
  for (const f of event === "snapshot" ? data.fixtures : event === "fixture" ? [data] : []) fixtures.set(f.id, f);
  if (event === "gone") fixtures.delete(data.id);
  ${show}
};
const follow = async (text = "") => {
  const response = await fetch("${url}", { headers: { "X-API-Key": ${key}, "Last-Event-ID": id } });
  if (!response.ok) throw new Error(await response.text());
  for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (text + value).split("\\n");
    text = lines.pop();
    for (const [, name, rest] of lines.flatMap((line) => [/^(\\w+): (.*)$/.exec(line) ?? []]))
      name === "event" ? (event = rest) : name === "id" ? (id = rest) : name === "data" && apply(JSON.parse(rest));
  }
};`;

const node = (
  url: string,
): string => `${program(url, "process.env.ODDSKEEPER_KEY", "console.log(event, fixtures.size);")}
for (;;) await follow().catch(console.error).then(() => new Promise((next) => setTimeout(next, 1500)));`;

// A page must never ship a key to its visitors: its user enters their own key.
const browser = (url: string): string => `${program(url, "key", "show(event, fixtures);")}
const followAlways = () => follow().catch(console.error).then(() => setTimeout(followAlways, 1500));`;

const python = (url: string): string => `import http.client, json, os, random, time, urllib.request

fixtures, last_id, event = {}, "", ""
while True:
    headers = {"X-API-Key": os.environ["ODDSKEEPER_KEY"], "Last-Event-ID": last_id}
    try:
        with urllib.request.urlopen(urllib.request.Request("${url}", headers=headers), timeout=45) as stream:
            for line in (raw.decode().rstrip("\\n") for raw in stream):
                field, _, value = line.partition(": ")
                if field == "event": event = value
                if field == "id": last_id = value
                if field != "data": continue
                data = json.loads(value)
                if event == "reset": fixtures.clear()
                for fixture in data["fixtures"] if event == "snapshot" else [data] if event == "fixture" else []:
                    fixtures[fixture["id"]] = fixture
                if event == "gone": fixtures.pop(data["id"], None)
                print(event, len(fixtures), flush=True)
    except (OSError, http.client.HTTPException) as error: print(error)
    time.sleep(1 + random.random())`;

/** The samples in Markdown. */
export const streamSamples = ({ baseUrl, sample }: Pick<DocsFacts, "baseUrl" | "sample">): string => {
  const url = `${baseUrl}/v1/odds/stream?sports=${sample.sport}`;
  const block = (language: string, tab: string, code: string): string =>
    `\`\`\`${language} tab="${tab}"\n${code}\n\`\`\``;
  return [
    block("bash", "curl", curl(url)),
    block("typescript", "Browser", browser(url)),
    block("typescript", "Node", node(url)),
    block("python", "Python", python(url)),
  ].join("\n\n");
};
