import { useSuspenseQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import {
  createCoupon,
  editCoupon,
  findCoupon,
  listCoupons,
  type CouponWithUsers,
} from '#contract/catalogue/coupons.ts'
import { Role, type Output } from '#contract/core/endpoint.ts'
import { call, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { DateField, SelectField } from '#web/ui/form/form-fields.tsx'
import { MultiSelectField } from '#web/ui/form/choice/multi-select-field.tsx'
import { CouponSentence } from './coupon-sentence.tsx'
import { toCouponFormValues, CouponFormValues } from './coupon-form-values.ts'
import { ROLE_NAMES } from './coupon-words.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'
import { UsersField } from '#web/admin/marketing/users-field.tsx'

type Props = { coupon: CouponWithUsers | null; onClose: () => void }

/** Adds or edits a coupon. */
export function CouponDialog({ coupon, onClose }: Props) {
  const { data: games } = useSuspenseQuery(query(listGameNames, {}))
  const done = { refetch: [listCoupons], onDone: onClose }
  const create = useSend(createCoupon, done)
  const edit = useSend(editCoupon, done)
  const { version, load } = useVersion(coupon, () => call(findCoupon, { id: coupon!._id }))
  const initial = toCouponFormValues(version)
  return (
    <Dialog title={coupon ? `Edit ${coupon.couponCode}` : 'Add Coupon'} isOpen onClose={onClose}>
      <Form
        schema={CouponFormValues}
        initial={initial}
        submit={{ label: coupon ? 'Save' : 'Add Coupon', busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={(typed) =>
          coupon
            ? edit.mutateAsync({
                id: coupon._id,
                ...changeOf(CouponFormValues.parse(initial), typed),
              })
            : create.mutateAsync(typed)
        }
      >
        <CouponFields coupon={version} games={games} />
        <CouponSentence games={games} />
        <FormConflict load={async () => toCouponFormValues(await load())} />
      </Form>
    </Dialog>
  )
}

type CouponChange = z.output<typeof CouponFormValues>

/** Omits a customer list that did not change, because these lists may be long. */
function changeOf(before: CouponChange, typed: CouponChange) {
  const { whiteListedUserId, blackListedUserId, ...was } = before
  const change = changesOf(before, typed)
  return {
    ...change,
    was: {
      ...was,
      ...(change.whiteListedUserId && { whiteListedUserId }),
      ...(change.blackListedUserId && { blackListedUserId }),
    },
  }
}

const STATES = [
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Inactive' },
]
const YES_NO = [
  { value: 'no', label: 'No: the allowed games count' },
  { value: 'yes', label: 'Yes: for every game' },
]

const FIRST_ORDER = [
  { value: 'no', label: 'No: on any order' },
  { value: 'yes', label: 'Yes: new customers only' },
]
const ROLES = Role.options.map((role) => ({
  value: role,
  label: ROLE_NAMES[role].replace(/^./, (letter) => letter.toUpperCase()),
}))

type FieldsProps = { coupon: CouponWithUsers | null; games: Output<typeof listGameNames> }

function CouponFields({ coupon, games }: FieldsProps) {
  const listed = (ids: string[] = []) => coupon?.users.filter(({ _id }) => ids.includes(_id)) ?? []
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          name="couponCode"
          label="Code"
          autoComplete="off"
          spellCheck={false}
          tidy={(text) => text.toUpperCase()}
        />
        <SelectField name="status" label="Status" options={STATES} />
        <MoneyField name="discount" label="Discount" />
        <MoneyField name="minPrice" label="Minimum Price" />
        <DateField
          name="expiresOn"
          label="Expiry Date"
          hint="Last day the coupon works. Leave empty for no end date."
        />
        <TextField
          name="maxNumberOfUsage"
          label="Max Usage"
          inputMode="numeric"
          autoComplete="off"
          hint="Total for all customers. Leave empty for no limit."
        />
      </div>
      <LimitFields />
      <UsersField
        name="whiteListedUserId"
        label="Whitelisted Users"
        hint="Only these customers can use it. Leave empty for everyone."
        initial={listed(coupon?.whiteListedUserId)}
      />
      <UsersField
        name="blackListedUserId"
        label="Blacklisted Users"
        hint="These customers can’t use it."
        initial={listed(coupon?.blackListedUserId)}
      />
      <MultiSelectField
        name="allowedGameId"
        label="Allowed Games"
        hint="Leave empty for all games."
        noun="game"
        options={games.map(({ _id, gameName }) => ({ value: _id, label: gameName }))}
      />
      <SelectField name="isGlobal" label="Is Global" options={YES_NO} />
    </>
  )
}

/** Limits for each customer, and the shop's minimum margin. */
const LimitFields = () => (
  <>
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        name="maxNumberOfUsagePerUser"
        label="Uses per Customer"
        inputMode="numeric"
        autoComplete="off"
        hint="Leave empty for no limit."
      />
      <SelectField name="isFirstOrderOnly" label="First Order Only" options={FIRST_ORDER} />
      <TextField
        name="minMargin"
        label="Minimum Margin (%)"
        inputMode="decimal"
        autoComplete="off"
        hint="The total must exceed the cost price by this much. Packs without a cost price are refused. Leave empty to allow any total."
      />
    </div>
    <MultiSelectField
      name="allowedRoles"
      label="Allowed Accounts"
      hint="Only these types of account can use the coupon."
      noun="type"
      options={ROLES}
    />
  </>
)

const MoneyField = ({ name, label }: { name: string; label: string }) => (
  <TextField
    name={name}
    label={label}
    before="₹"
    inputMode="decimal"
    autoComplete="off"
    className="money"
  />
)
