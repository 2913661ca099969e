"use client";

import { useCallback, useState } from "react";
import type { SlateGame } from "@/server/market/screen/views";

/**
 * The games in an order that stays while prices change, until the reader sorts again. So no row moves while the reader points at it. New
 * games come last.
 * @param key another key means another order, which applies at once.
 */
export const useKeptGames = (sorted: readonly SlateGame[], key: string) => {
  const [kept, setKept] = useState<{ readonly key: string; readonly ids: readonly string[] }>({
    key,
    ids: [],
  });
  const places = new Map((kept.key === key ? kept.ids : []).map((id, place) => [id, place]));
  const games = [...sorted].sort(
    (a, b) => (places.get(a.id) ?? places.size) - (places.get(b.id) ?? places.size),
  );
  if (kept.key !== key || games.some(({ id }) => !places.has(id)))
    setKept({ key, ids: games.map(({ id }) => id) });
  const isStale = games.some(({ id }, place) => id !== sorted[place]?.id);
  const sortAgain = useCallback(() => setKept((before) => ({ ...before, ids: [] })), []);
  return { games, isStale, sortAgain };
};
