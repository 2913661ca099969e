import { recordDelivery } from "@/server/ingest/delivery/record-delivery";
import { createTurns, maxRecording } from "@/server/ingest/delivery/take-turns";
import type { Recorder } from "@/server/ingest/recorder/record-snapshots";
import type { DeliveryServices } from "@/server/web/http/door/handle-delivery";

/** Records deliveries in this thread, by the recorder's clock. The clock of a recording thread is always the database's. */
export const recordHere = (recorder: Recorder): NonNullable<DeliveryServices["recorder"]> => {
  const turnsOf = createTurns(maxRecording);
  return {
    db: recorder.db,
    record: (admitted, body) => recordDelivery(recorder, admitted, body, turnsOf(admitted.tokenId)),
  };
};
