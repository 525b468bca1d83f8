import { downloadData } from '#contract/accounts/personal-data.ts'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Saves everything that the shop knows about the customer. */
export const OwnData = () => (
  <Card title="Your data">
    <p className="mb-5 max-w-prose text-soft">
      One file with everything we know about you: your account, players, orders, payments, wallet,
      documents, messages and sign-ins. We may ask you to confirm that it’s you first.
    </p>
    <DownloadButton endpoint={downloadData} input={{}} name="my-data.json" label="Download data" />
  </Card>
)
