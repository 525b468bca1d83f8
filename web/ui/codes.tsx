import { CopyButton } from './copy-button.tsx'

/** Codes, each a button that copies it. */
export const Codes = ({ codes }: { codes: string[] }) => (
  <ul className="grid gap-1 font-mono text-lg">
    {codes.map((code, index) => (
      <li key={`${index} ${code}`}>
        <CopyButton text={code} label="Copy the code" />
      </li>
    ))}
  </ul>
)
