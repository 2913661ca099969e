import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main>
      <h1>There is no such page</h1>
      <p>
        <Link href="/">Go to the start</Link>
      </p>
    </main>
  );
}
