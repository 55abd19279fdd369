// Length of a password that a user chooses (docs/specification.md 5).
const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 20;

/** Characters of any script, each counted once. */
export function isPasswordLength(password: string): boolean {
  const { length } = [...password];
  return length >= MIN_CHARACTERS && length <= MAX_CHARACTERS;
}
