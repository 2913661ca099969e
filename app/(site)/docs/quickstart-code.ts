import type { SampleCall } from "@/app/(site)/featured-fixture";

// Each example uses this server's URL and a current fixture, so that it runs as printed.

export const curlFirstCall = (baseUrl: string, { sport }: SampleCall): string =>
  `curl -H "X-API-Key: $ODDSKEEPER_KEY" \\
  '${baseUrl}/v1/sports/${sport}/events'`;

export const curlFixturePrices = (baseUrl: string, { sport, event }: SampleCall): string =>
  `curl -i -H "X-API-Key: $ODDSKEEPER_KEY" \\
  '${baseUrl}/v1/sports/${sport}/events/${encodeURIComponent(event)}/odds?markets=h2h'`;

export const typescriptTypes = (baseUrl: string): string => `npm install openapi-fetch
npx openapi-typescript ${baseUrl}/v1/openapi.json --output oddskeeper.d.ts`;

export const typescriptExample = (baseUrl: string, { sport }: SampleCall): string =>
  `import createClient from "openapi-fetch";
import type { paths } from "./oddskeeper.d.ts";

const client = createClient<paths>({
  baseUrl: "${baseUrl}",
  headers: { "X-API-Key": process.env.ODDSKEEPER_KEY },
});

const { data, error, response } = await client.GET("/v1/sports/{sport}/odds", {
  params: { path: { sport: "${sport}" }, query: { markets: "h2h", oddsFormat: "decimal" } },
});
if (error) throw new Error(\`\${error.error.code}: \${error.error.message}\`);

for (const fixture of data) {
  const offers = fixture.bookmakers.flatMap((book) =>
    book.markets.flatMap((market) =>
      market.outcomes
        .filter((outcome) => outcome.name === fixture.home_team)
        .map((outcome) => ({ book: book.title, price: outcome.price })),
    ),
  );
  const best = offers.sort((a, b) => b.price - a.price)[0];
  if (best) console.log(\`\${fixture.home_team}: \${best.price} at \${best.book}\`);
}
console.log(\`\${response.headers.get("x-requests-remaining")} requests left\`);`;

export const pythonExample = (baseUrl: string, { sport }: SampleCall): string =>
  `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${baseUrl}/v1/sports/${sport}/odds?markets=h2h&oddsFormat=decimal",
    headers={"X-API-Key": os.environ["ODDSKEEPER_KEY"]},
)
with urlopen(request) as response:
    fixtures = json.load(response)
    left = response.headers["x-requests-remaining"]

for fixture in fixtures:
    offers = [
        (outcome["price"], book["title"])
        for book in fixture["bookmakers"]
        for market in book["markets"]
        for outcome in market["outcomes"]
        if outcome["name"] == fixture["home_team"]
    ]
    if offers:
        price, book = max(offers)
        print(f"{fixture['home_team']}: {price} at {book}")

print(f"{left} requests left")`;
