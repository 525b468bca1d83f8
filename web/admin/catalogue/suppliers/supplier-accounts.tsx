import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSuppliers } from '#contract/catalogue/suppliers/suppliers.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { query } from '#web/api/call.ts'
import { SupplierCard } from './supplier-card.tsx'
import { SupplierSetup } from './supplier-setup.tsx'
import { useRight } from '#web/admin/access/use-right.ts'

const ASK_EVERY_MS = 15_000

/** Lists the suppliers and the state of each. */
export function SupplierAccounts() {
  const asked = { ...query(listSuppliers, {}), refetchInterval: ASK_EVERY_MS }
  const { providers } = useSuspenseQuery(asked).data
  const [edited, setEdited] = useState<string | null>(null)
  const isAdmin = useRight()
  const supplier = providers.find(({ name }) => name === edited)
  return (
    <section aria-label="Supplier accounts">
      <h2 className="mb-4 text-xl">Supplier accounts</h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {providers.map((one) => (
          <SupplierCard
            key={one.name}
            supplier={one}
            onEdit={isAdmin ? () => setEdited(one.name) : undefined}
          />
        ))}
      </ul>
      {supplier && supplier.name !== MANUAL && (
        <SupplierSetup supplier={supplier} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}
