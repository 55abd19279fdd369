// Why a form was refused.

/** Read aloud when it appears; absent for no text. */
export function Refusal({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className="refused" role="alert">
      {text}
    </p>
  );
}
