import { LoadingLines } from "@/app/ui/loading-lines";

export default function Loading() {
  return <LoadingLines rows={8} />;
}
