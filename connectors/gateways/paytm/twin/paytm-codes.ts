import type { Fields } from '#sandbox/http.ts'
import { digits } from '#sandbox/gateways/deals.ts'
import type { Deals } from '#sandbox/gateways/create-deals.ts'
import { toPaise } from '#sandbox/gateways/money.ts'
import { upiUri } from '#sandbox/gateways/upi.ts'

const refuse = (resultCode: string, resultMsg: string) => ({
  resultInfo: { resultStatus: 'FAILURE', resultCode, resultMsg },
})

/** Makes a UPI code for an order. An order has one code; its codes of refusals are not documented. */
export function makeCode(deals: Deals, body: Fields, head: Fields): object {
  const problem = findProblem(body, head)
  if (problem) return refuse('QR_1001', problem)
  const { orderId, amount } = body as { orderId: string; amount: string }
  const [gateway, id, paise] = ['paytm', digits(14), toPaise(amount)!]
  const upi = upiUri({ gateway, id, amount: paise })
  const asked = { gateway, id, reference: orderId, amount: paise, returnUrl: '', more: { upi } }
  if (!deals.add(asked)) return refuse('QR_1002', 'Order id is already used')
  return {
    resultInfo: { resultStatus: 'SUCCESS', resultCode: 'QR_0001', resultMsg: 'SUCCESS' },
    qrCodeId: id,
    qrData: upi,
    image: '',
  }
}

function findProblem(body: Fields, { clientId, version }: Fields): string | undefined {
  const { orderId, amount, businessType, posId } = body
  if (clientId !== 'C11' || version !== 'v1') return 'Invalid client id or version'
  if (businessType !== 'UPI_QR_CODE') return 'Invalid business type'
  if (!/^[\w@.-]{1,50}$/.test(String(orderId))) return 'Invalid order id'
  if (!/^\d+\.\d\d$/.test(String(amount)) || Number(amount) < 1) return 'Invalid amount'
  if (!/^[\w-]{1,40}$/.test(String(posId))) return 'Invalid pos id'
  return undefined
}
