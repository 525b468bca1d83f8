import { useSuspenseQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/core/money.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Card } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { EditAgeRule } from './edit-age-rule.tsx'
import { EditGuests } from './edit-guests.tsx'
import { EditLegal, EditShop, EditSocialLinks, EditTax } from './edit-settings.tsx'
import { SetRate } from './set-rate.tsx'

export const meta = titled('Settings')

export default function SettingsPage() {
  const { data: settings } = useSuspenseQuery(query(getSettings, {}))
  return (
    <>
      <h1 className="text-3xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <EditShop settings={settings} />
          <Card title="Set Currency">
            <SetRate />
          </Card>
          <EditTax settings={settings} />
        </div>
        <div className="grid gap-4">
          <EditSocialLinks settings={settings} />
          <EditLegal settings={settings} />
          <EditAgeRule settings={settings} />
          <EditGuests settings={settings} />
          <Card title="From the server’s configuration">
            <Facts>
              <Fact name="Sign-in with Google">
                {settings.isGoogleOffered ? 'Offered' : 'Not offered'}
              </Fact>
              <Fact name="Add money, at most">{formatMoney(settings.addMoneyMax, 'INR')}</Fact>
            </Facts>
          </Card>
        </div>
      </div>
    </>
  )
}
