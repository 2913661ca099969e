import type { Database } from "@/db/connect";

/** An index below this size is not rebuilt, because little space would be saved. */
const minIndexBytes = 32 * 2 ** 20;
/** An index with more bytes per point than this is rebuilt. A new index has 31. After random page splits, an index has 40 or more. */
const maxBytesPerPoint = 36;

type IndexSize = { readonly bytes: number; readonly points: number; readonly building: boolean };

/** Measures the primary key of `archive_points`. `points` is the planner's estimate, because a scan would be slow. */
const measure = async (db: Database): Promise<IndexSize | undefined> => {
  const [size] = await db.$client<IndexSize[]>`
    select pg_relation_size(c.conindid)::float8 as bytes,
      t.reltuples * pg_relation_size(t.oid) / greatest(1, t.relpages * current_setting('block_size')::float8) as points,
      exists (select from pg_stat_progress_create_index p where p.relid = t.oid) as building
    from pg_class t join pg_constraint c on c.conrelid = t.oid and c.contype = 'p'
    where t.oid = 'archive_points'::regclass`;
  return size;
};

/** Drops the invalid index that an interrupted rebuild leaves behind. */
const dropUnfinished = async (db: Database): Promise<void> => {
  const unfinished = await db.$client<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'archive_points'::regclass and not indisvalid`;
  for (const { name } of unfinished) await db.$client.unsafe(`drop index concurrently if exists ${name}`);
};

/**
 * Rebuilds the index of the primary key of `archive_points` if the index has at least `minBytes`, and more than
 * `maxBytesPerPoint` per point. Points of many markets arrive mixed, so the index's pages split at random. Each split leaves two partly
 * empty pages, and PostgreSQL never merges such pages. Reads and writes continue during the rebuild.
 * @returns true if the index was rebuilt.
 */
export const reindexArchive = async (db: Database, minBytes = minIndexBytes): Promise<boolean> => {
  const size = await measure(db);
  if (size === undefined || size.building) return false;
  await dropUnfinished(db);
  // reltuples is -1 for a table that was never analyzed.
  if (size.points <= 0 || size.bytes < minBytes || size.bytes / size.points <= maxBytesPerPoint) return false;
  await db.$client`reindex table concurrently archive_points`.simple();
  return true;
};
