export default function Home() {
  return (
    <main>
      <h1>Oddskeeper</h1>
      <p>Every book's pre-match prices, joined onto one fixture, with their recorded history.</p>
      <p>
        The API is described by <a href="/v1/openapi.json">its OpenAPI document</a>.
      </p>
    </main>
  );
}
