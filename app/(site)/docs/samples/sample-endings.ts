import type { ProcedureName } from "@/server/web/api/endpoints";

type Ending = {
  /** The variable that holds the response. */
  readonly name: string;
  /** What the sample does with the response. */
  readonly typescript: string;
  readonly python: string;
};

const bookLines: Pick<Ending, "typescript" | "python"> = {
  typescript: `for (const { title, markets } of fixture.bookmakers)
  for (const { key, recorded_at, outcomes } of markets)
    console.log(title, key, recorded_at, outcomes);`,
  python: `for book in fixture["bookmakers"]:
    for market in book["markets"]:
        print(book["title"], market["key"], market["recorded_at"], market["outcomes"])`,
};

/** How each endpoint's sample ends. */
export const sampleEndings: Readonly<Record<ProcedureName, Ending>> = {
  "sports.list": {
    name: "sports",
    typescript: `for (const { key, title, active } of sports)
  if (active) console.log(key, title);`,
    python: `for sport in sports:
    if sport["active"]:
        print(sport["key"], sport["title"])`,
  },
  "bookmakers.list": {
    name: "books",
    typescript: `for (const { key, title, kind } of books)
  console.log(key, title, kind);`,
    python: `for book in books:
    print(book["key"], book["title"], book["kind"])`,
  },
  "markets.list": {
    name: "markets",
    typescript: `for (const { key, description } of markets)
  console.log(key, description);`,
    python: `for market in markets:
    print(market["key"], market["description"])`,
  },
  "markets.ofSport": {
    name: "markets",
    typescript: `for (const { key, fixtures, books } of markets)
  console.log(key, \`\${books} books, \${fixtures} fixtures\`);`,
    python: `for market in markets:
    print(market["key"], market["books"], "books,", market["fixtures"], "fixtures")`,
  },
  "coverage.read": {
    name: "sports",
    typescript: `for (const { key, fixtures, bookmakers } of sports) {
  const late = bookmakers.filter((book: { late: boolean }) => book.late);
  console.log(key, \`\${fixtures} fixtures, \${bookmakers.length} books, \${late.length} late\`);
}`,
    python: `for sport in sports:
    late = [book["key"] for book in sport["bookmakers"] if book["late"]]
    print(sport["key"], sport["fixtures"], "fixtures, late:", late)`,
  },
  "events.list": {
    name: "fixtures",
    typescript: `for (const { id, commence_time, away_team, home_team } of fixtures)
  console.log(commence_time, away_team, "at", home_team, id);`,
    python: `for fixture in fixtures:
    print(fixture["commence_time"], fixture["away_team"], "at", fixture["home_team"], fixture["id"])`,
  },
  "odds.list": {
    name: "fixtures",
    typescript: `for (const { away_team, home_team, bookmakers } of fixtures)
  for (const { title, markets } of bookmakers)
    for (const { name, price } of markets[0]?.outcomes ?? [])
      console.log(\`\${away_team} at \${home_team}, \${title}: \${name} \${price}\`);`,
    python: `for fixture in fixtures:
    for book in fixture["bookmakers"]:
        for market in book["markets"]:
            for outcome in market["outcomes"]:
                print(fixture["home_team"], book["title"], outcome["name"], outcome["price"])`,
  },
  "stream.changes": {
    name: "changes",
    typescript: `for (const { away_team, home_team, bookmakers } of changes.changed)
  console.log(\`\${away_team} at \${home_team}: \${bookmakers.length} books\`);
console.log("Send this cursor as since:", changes.cursor);`,
    python: `for fixture in changes["changed"]:
    print(fixture["away_team"], "at", fixture["home_team"], len(fixture["bookmakers"]), "books")
print("Send this cursor as since:", changes["cursor"])`,
  },
  // The samples of a stream are whole programs: see stream-samples.ts.
  "stream.open": { name: "stream", typescript: "", python: "" },
  "odds.one": {
    name: "fixture",
    typescript: `for (const { title, markets } of fixture.bookmakers)
  for (const { key, outcomes } of markets)
    for (const { name, price } of outcomes) console.log(title, key, name, price);`,
    python: `for book in fixture["bookmakers"]:
    for market in book["markets"]:
        for outcome in market["outcomes"]:
            print(book["title"], market["key"], outcome["name"], outcome["price"])`,
  },
  "best.list": {
    name: "fixtures",
    typescript: `for (const { away_team, home_team, markets } of fixtures)
  for (const { hold, outcomes } of markets[0]?.lines ?? [])
    for (const { name, price, bookmakers } of outcomes)
      console.log(\`\${away_team} at \${home_team}: \${name} \${price}\`, bookmakers, hold);`,
    python: `for fixture in fixtures:
    for market in fixture["markets"]:
        for line in market["lines"]:
            for outcome in line["outcomes"]:
                print(outcome["name"], outcome["price"], outcome["bookmakers"], line["hold"])`,
  },
  "best.one": {
    name: "fixture",
    typescript: `for (const { key, lines } of fixture.markets)
  for (const { outcomes } of lines)
    for (const { name, price, bookmakers, consensus } of outcomes)
      console.log(key, name, price, bookmakers, consensus?.probability);`,
    python: `for market in fixture["markets"]:
    for line in market["lines"]:
        for outcome in line["outcomes"]:
            print(market["key"], outcome["name"], outcome["price"], outcome["consensus"])`,
  },
  "props.list": {
    name: "fixtures",
    typescript: `for (const { away_team, home_team, props } of fixtures)
  for (const { bookmaker, player, point, outcomes } of props)
    console.log(away_team, "at", home_team, bookmaker.title, player, point, outcomes);`,
    python: `for fixture in fixtures:
    for row in fixture["props"]:
        print(row["bookmaker"]["title"], row["player"], row.get("point"), row["outcomes"])`,
  },
  "props.one": {
    name: "fixture",
    typescript: `for (const { bookmaker, player, stat, point, outcomes } of fixture.props)
  console.log(bookmaker.title, player, stat, point, outcomes);`,
    python: `for row in fixture["props"]:
    print(row["bookmaker"]["title"], row["player"], row["stat"], row.get("point"), row["outcomes"])`,
  },
  "history.series": {
    name: "fixture",
    typescript: `for (const { title, markets } of fixture.bookmakers)
  for (const { key, movement, points } of markets)
    console.log(title, key, movement, \`\${points.length} prices\`);`,
    python: `for book in fixture["bookmakers"]:
    for market in book["markets"]:
        print(book["title"], market["key"], market["movement"], len(market["points"]), "prices")`,
  },
  "history.openers": { name: "fixture", ...bookLines },
  "history.closing": { name: "fixture", ...bookLines },
  "usage.read": {
    name: "usage",
    typescript: `const { requests_used_this_period, requests_allowance, period_resets_at } = usage;
console.log(\`\${requests_used_this_period} of \${requests_allowance}, until \${period_resets_at}\`);`,
    python: `print(usage["requests_used_this_period"], "of", usage["requests_allowance"])
print("until", usage["period_resets_at"])`,
  },
  "usage.daily": {
    name: "usage",
    typescript: `for (const { date, endpoints } of usage.days)
  for (const { endpoint, account } of endpoints)
    console.log(date, endpoint, account.counted, account.free);`,
    python: `for day in usage["days"]:
    for row in day["endpoints"]:
        print(day["date"], row["endpoint"], row["account"]["counted"])`,
  },
  "keys.list": {
    name: "keys",
    typescript: `for (const { id, label, prefix, last_used_at } of keys)
  console.log(id, label, prefix, last_used_at);`,
    python: `for key in keys:
    print(key["id"], key["label"], key["prefix"], key["last_used_at"])`,
  },
  "keys.create": {
    name: "created",
    typescript: `console.log("Store this key now:", created.key);`,
    python: `print("Store this key now:", created["key"])`,
  },
  "keys.revoke": {
    name: "revoked",
    typescript: `console.log("Revoked, status", response.status);`,
    python: `print("Revoked, status", response.status)`,
  },
};
