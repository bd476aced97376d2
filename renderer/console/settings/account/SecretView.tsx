import { encode } from "uqr";
import type { TotpSecret } from "../../../../server/contracts/accounts-api.ts";
import { messages } from "../../messages/index.ts";
import { CopyLine } from "../../parts/basics.tsx";

/** The secret of the second factor as a QR code, and as text in groups of four. */
export function SecretView({ secret: { secret, uri } }: { secret: TotpSecret }) {
  const t = messages.account.factor;
  return (
    <div>
      <p>{t.scan}</p>
      <QrCode text={uri} label={t.picture} />
      <p className="line">
        {t.key} <CopyLine value={secret.replaceAll(/.{4}(?=.)/g, "$& ")} what={t.key} />
      </p>
    </div>
  );
}

/** Modules of white around the code; the sheet adds the rest of the quiet zone. */
const BORDER = 2;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="settings-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={dark.join("")} />
    </svg>
  );
}
