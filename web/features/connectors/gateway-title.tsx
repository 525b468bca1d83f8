import { useGatewayTitles } from './use-gateways.ts'

export const GatewayTitle = ({ name }: { name: string }) => useGatewayTitles()(name)
