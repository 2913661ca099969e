import type { Queryable } from "@/db/connect";
import { getOrInsert } from "@/server/domain/collections";
import type { Locked } from "@/server/ingest/recorder/locked";
import {
  type StartStatements,
  type Statement,
  withStatement,
} from "@/server/ingest/recorder/place/start-statements";
import { loadStartStatements } from "@/server/ingest/recorder/state/load-state";

export type StatementsByBook = ReadonlyMap<string, StartStatements>;

type OpenStartState = {
  /** Fixture id -> statements stored before the batch, for fixtures whose start the batch may change. */
  stored: Map<string, StatementsByBook>;
  /** Fixture id -> statements of the batch. */
  stated: Map<string, Statement[]>;
};

/** The starts that books have stated for fixtures. This state is kept while one batch is recorded. Only this file changes it. */
export type StartState = Locked<OpenStartState>;

const open = (state: StartState): OpenStartState => state as OpenStartState;

export const emptyStartState = (): StartState => ({ stored: new Map(), stated: new Map() });

/** Loads the stored statements of fixtures, each fixture once per batch. */
export const loadStarts = async (
  tx: Queryable,
  state: StartState,
  fixtureIds: readonly string[],
): Promise<void> => {
  const { stored } = open(state);
  const missing = fixtureIds.filter((id) => !stored.has(id));
  if (missing.length === 0) return;
  for (const [id, byBook] of await loadStartStatements(tx, missing)) stored.set(id, byBook);
};

export const addStatement = (state: StartState, fixtureId: string, statement: Statement): void => {
  getOrInsert(open(state).stated, fixtureId, () => []).push(statement);
};

/** The stored statements of a fixture, with those of the batch so far. */
export const statementsSoFar = ({ stored, stated }: StartState, fixtureId: string): StatementsByBook => {
  const all = new Map(stored.get(fixtureId));
  for (const statement of stated.get(fixtureId) ?? [])
    all.set(statement.book, withStatement(all.get(statement.book) ?? [], statement));
  return all;
};
