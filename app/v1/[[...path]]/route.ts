import { answerV1 } from "@/server/http/shared";

export const dynamic = "force-dynamic";
export {
  answerV1 as DELETE,
  answerV1 as GET,
  answerV1 as HEAD,
  answerV1 as OPTIONS,
  answerV1 as PATCH,
  answerV1 as POST,
  answerV1 as PUT,
};
