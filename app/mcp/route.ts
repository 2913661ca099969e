import { handleMountedMcp } from "@/server/run/app-services";

export const dynamic = "force-dynamic";
export {
  handleMountedMcp as DELETE,
  handleMountedMcp as GET,
  handleMountedMcp as HEAD,
  handleMountedMcp as OPTIONS,
  handleMountedMcp as PATCH,
  handleMountedMcp as POST,
  handleMountedMcp as PUT,
};
