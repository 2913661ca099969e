import type { Database } from "@/db/connect";

/** Below it the room is not worth the work. */
const leastBytes = 32 * 2 ** 20;
/** An entry has 28 bytes: 31 with its share of what a new index leaves free, 40 and more where pages have been split at random. */
const mostBytesPerPoint = 36;

type Size = { readonly bytes: number; readonly points: number; readonly building: boolean };

/** The index of the archive's points, and about how many there are: the planner's figure, without reading them. */
const measure = async (db: Database): Promise<Size | undefined> => {
  const [size] = await db.$client<Size[]>`
    select pg_relation_size(c.conindid)::float8 as bytes,
      t.reltuples * pg_relation_size(t.oid) / greatest(1, t.relpages * current_setting('block_size')::float8) as points,
      exists (select from pg_stat_progress_create_index p where p.relid = t.oid) as building
    from pg_class t join pg_constraint c on c.conrelid = t.oid and c.contype = 'p'
    where t.oid = 'archive_points'::regclass`;
  return size;
};

/** What a rebuild leaves behind that was cut off. */
const dropUnfinished = async (db: Database): Promise<void> => {
  const unfinished = await db.$client<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'archive_points'::regclass and not indisvalid`;
  for (const { name } of unfinished) await db.$client.unsafe(`drop index concurrently if exists ${name}`);
};

/**
 * Rebuilds the index of the archive's points beside itself where a tenth of it could be saved: series grow side by side, so that its pages
 * are split at random, and nothing in PostgreSQL closes the gaps. Old series stay dense, so all rebuilding of an archive that grows costs a
 * few times its last. Readers and writers go on meanwhile.
 * @param least bytes of an index that is worth it.
 * @returns whether it was rebuilt.
 */
export const keepArchiveDense = async (db: Database, least = leastBytes): Promise<boolean> => {
  const size = await measure(db);
  // A table that has never been counted says -1.
  if (size === undefined || size.building || size.points <= 0) return false;
  await dropUnfinished(db);
  if (size.bytes < least || size.bytes / size.points <= mostBytesPerPoint) return false;
  await db.$client`reindex table concurrently archive_points`.simple();
  return true;
};
