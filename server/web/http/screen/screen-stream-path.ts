export const screenStreamPath = "/api/screen/stream";
