import { nameOfKeyId } from "@/app/(account)/account/key-name";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";

type KeyLabelProps = { readonly keys: readonly ApiKeyRecord[]; readonly keyId: string };

/** The name of a key by its id, as `nameOfKeyId` returns it. The last characters of the key never wrap. */
export function KeyLabel({ keys, keyId }: KeyLabelProps) {
  const name = nameOfKeyId(keys, keyId);
  const end = name.lastIndexOf("(…");
  if (end < 0) return <bdi>{name}</bdi>;
  return (
    <bdi>
      {name.slice(0, end)}
      <span style={{ whiteSpace: "nowrap" }}>{name.slice(end)}</span>
    </bdi>
  );
}
