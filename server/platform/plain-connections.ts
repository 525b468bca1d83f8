import type { Config } from './config/config.ts'

const IN_TLS = ['require', 'verify-ca', 'verify-full']

/**
 * Names the variables whose connections to other machines are not encrypted. Only the operator knows whether the
 * network is private.
 */
export function findPlain({ databaseUrl, redisUrl }: Pick<Config, 'databaseUrl' | 'redisUrl'>) {
  const plain = []
  if (databaseUrl && isElsewhere(databaseUrl) && !isInTls(databaseUrl)) plain.push('DATABASE_URL')
  if (redisUrl?.startsWith('redis:') && isElsewhere(redisUrl)) plain.push('REDIS_URL')
  return plain
}

const isInTls = (url: string) => IN_TLS.includes(new URL(url).searchParams.get('sslmode') ?? '')

const isElsewhere = (url: string) => {
  const { hostname } = new URL(url)
  return hostname !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
