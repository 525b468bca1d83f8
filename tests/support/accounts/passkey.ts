import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The parts of a passkey's answer that a thief would forge. */
type Forged = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean }

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A passkey in software. It signs for one origin and counts its signatures. */
export function createPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let count = 0

  function authenticate({ rpId = new URL(origin).hostname, isVerified = true }: Forged) {
    const rpHash = createHash('sha256').update(rpId).digest()
    return (flags: number) => {
      const counter = Buffer.alloc(4)
      counter.writeUInt32BE(count)
      const all = PRESENT | (isVerified ? VERIFIED : 0) | flags
      return Buffer.concat([rpHash, Buffer.from([all]), counter])
    }
  }

  const tell = (type: string, input: { challenge: string }, forged: Forged) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: forged.challenge ?? input.challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    id: named.id,
    /** Sets the counter back, as in a stolen copy that has signed less. */
    countFrom(next: number) {
      count = next
    },
    register(input: { challenge: string }, forged: Forged = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const key = encodeKey(Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url'))
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]
      const said = Buffer.concat([authenticate(forged)(HAS_CREDENTIAL), ...credential])
      return {
        ...named,
        response: {
          clientDataJSON: tell('webauthn.create', input, forged).toString('base64url'),
          attestationObject: encodeAttestation(said).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(input: { challenge: string }, forged: Forged = {}) {
      count++
      const said = authenticate(forged)(0)
      const client = tell('webauthn.get', input, forged)
      const signed = Buffer.concat([said, createHash('sha256').update(client).digest()])
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: said.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

// The two CBOR values that a passkey produces.

/** { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y } */
const encodeKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])

/** { fmt: 'none', attStmt: {}, authData } */
const encodeAttestation = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('a3', 'hex'),
    encodeText('fmt'),
    encodeText('none'),
    encodeText('attStmt'),
    Buffer.from('a0', 'hex'),
    encodeText('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])

const encodeText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
