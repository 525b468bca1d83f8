import { useParams } from 'react-router'
import { titled } from '#web/features/shop-facts/head.ts'
import { OrderDetails } from './order-details.tsx'

export const meta = titled('Order')

export default function OrderPage() {
  const id = useParams()['id']!
  return <OrderDetails key={id} id={id} />
}
