import { handleMountedV1 } from "@/server/run/app-services";

export const dynamic = "force-dynamic";
export {
  handleMountedV1 as DELETE,
  handleMountedV1 as GET,
  handleMountedV1 as HEAD,
  handleMountedV1 as OPTIONS,
  handleMountedV1 as PATCH,
  handleMountedV1 as POST,
  handleMountedV1 as PUT,
};
