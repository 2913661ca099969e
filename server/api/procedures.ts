import { admitKeyFree, admitSession, holdRefusals } from "@/server/api/admission";
import { procedure } from "@/server/api/trpc";

/** Answers to a key without counting. */
export const freeProcedure = procedure.use(admitKeyFree).meta({ access: "key", counted: false });

/** Answers to a key and counts each 200; its chain ends with `reserve`. */
export const countedProcedure = procedure.use(holdRefusals).meta({ access: "key", counted: true });

/** Answers to a signed-in session only. */
export const sessionProcedure = procedure.use(admitSession).meta({ access: "session", counted: false });
