import { useParams, type MetaFunction } from 'react-router'
import { OneOrder } from './one-order.tsx'

export const meta: MetaFunction = () => [{ title: 'Order | Gemstall' }]

export default function OrderPage() {
  const id = useParams()['id']!
  return <OneOrder key={id} id={id} />
}
