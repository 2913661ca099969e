import { endOfName, nameOfKeyId } from "@/app/(account)/account/key-name";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";

type KeyLabelProps = { readonly keys: readonly ApiKeyRecord[]; readonly keyId: string };

/** The name of a key by its id, as `nameOfKeyId` returns it. The last characters of the key never wrap. */
export function KeyLabel({ keys, keyId }: KeyLabelProps) {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return <bdi>{nameOfKeyId(keys, keyId)}</bdi>;
  return (
    <bdi>
      {key.label} <span style={{ whiteSpace: "nowrap" }}>{endOfName(key)}</span>
    </bdi>
  );
}
