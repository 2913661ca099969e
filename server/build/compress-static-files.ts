import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = /\.(js|css|json|svg|txt)$/;
/** Files with fewer bytes are not compressed, because compression would save less than one network packet. */
const minBytes = 1_000;

const forms = [
  {
    suffix: ".br",
    compress: (bytes: Buffer): Promise<Buffer> =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { suffix: ".gz", compress: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 9 }) },
] as const;

const compressFile = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  for (const { suffix, compress } of forms) await writeFile(`${file}${suffix}`, await compress(bytes));
};

/** Writes a `.br` and a `.gz` file next to each text file in a folder. Leaves out files below `minBytes`. */
export const compressStaticFiles = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(path.join(parentPath, name))));
};
