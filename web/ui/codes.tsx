import { CopyButton } from './copy-button.tsx'

/** A list of codes. Pressing a code copies it. */
export const Codes = ({ codes }: { codes: string[] }) => (
  <ul className="grid gap-1 font-mono text-lg">
    {codes.map((code, index) => (
      <li key={`${index} ${code}`}>
        <CopyButton text={code} label="Copy the code" />
      </li>
    ))}
  </ul>
)
