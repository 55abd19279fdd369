// Uploaded pictures: read from a form field, stripped of metadata, encrypted, never served as files.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { BadImageError } from './picture-limits.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripWebp } from './strip-webp.ts';
import { PRIVATE_FOLDER, type SecretBox } from '../../store/secret-box.ts';
import { FILE_MODE, FOLDER_MODE } from '../../store/private-folder.ts';

/** Largest picture, decoded (docs/api.md 1). */
export const MAX_IMAGE_BYTES = 400 * 1024;
const FIELD = /^image\/(jpeg|webp);base64url,([A-Za-z0-9_-]+)$/;
const NAME = /^[A-Za-z0-9_-]{32}$/;

export interface Picture {
  type: 'image/jpeg' | 'image/webp';
  bytes: Uint8Array;
}

export interface Pictures {
  /** Stores a user's picture; returns its random name. Durable when it resolves. */
  add(uid: number, picture: Picture): Promise<string>;
  /** The picture in the form field's format. Throws Error when it is another user's, or was changed. */
  read(uid: number, name: string): Promise<string>;
  /** Deletes pictures; missing ones are ignored. */
  remove(names: readonly string[]): Promise<void>;
}

/** Picture of a form field, without metadata. Throws RejectError 1400 naming the field and the rule. */
export function readPicture(field: string, text: string): Picture {
  const [, kind, data = ''] = FIELD.exec(text) ?? [];
  if (kind === undefined) throw refused(field, 'image/jpeg or image/webp, base64url');
  const bytes = Buffer.from(data, 'base64url');
  if (bytes.length > MAX_IMAGE_BYTES) throw refused(field, `at most ${MAX_IMAGE_BYTES} bytes`);
  try {
    return kind === 'jpeg'
      ? { type: 'image/jpeg', bytes: stripJpeg(bytes).bytes }
      : { type: 'image/webp', bytes: stripWebp(bytes).bytes };
  } catch (error) {
    if (error instanceof BadImageError) throw refused(field, 'a whole picture of 16 to 4096 px');
    throw error;
  }
}

/** A picture in the form field's format. */
export function writePicture({ type, bytes }: Picture): string {
  return `${type};base64url,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')}`;
}

/** Encrypted files with random names in `DATA_DIR/private/pictures`, which only the process's own user may read. */
export function openPictures(dataDir: string, secretBox: SecretBox): Pictures {
  const folder = join(dataDir, PRIVATE_FOLDER, 'pictures');
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error('not a name of a picture');
    return join(folder, name);
  };
  const contextOf = (uid: number, name: string): string => `picture ${uid} ${name}`;
  return {
    async add(uid, picture) {
      const name = randomBytes(24).toString('base64url');
      const file = await open(pathOf(name), 'wx', FILE_MODE);
      try {
        await file.writeFile(secretBox.seal(Buffer.from(writePicture(picture)), contextOf(uid, name)));
        await file.sync();
      } catch (error) {
        // A partial file would take space on a disk that may be full.
        await rm(pathOf(name), { force: true });
        throw error;
      } finally {
        await file.close();
      }
      return name;
    },
    read: async (uid, name) => secretBox.open(await readFile(pathOf(name)), contextOf(uid, name)).toString(),
    async remove(names) {
      await Promise.all(names.map((name) => rm(pathOf(name), { force: true })));
    },
  };
}

function refused(field: string, rule: string): RejectError {
  return new RejectError(CODE.fieldInvalid, { field, rule });
}
