import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import process from 'node:process'
import { chromium } from 'playwright'

/** The headless shell runs a journey with two thirds of the work, so it comes first. */
const KNOWN_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds a browser for the journeys, or installs one with the package manager. */
export async function findChromium(): Promise<string> {
  return findInstalled() ?? (await install()) ?? refuse()
}

function findInstalled(): string | undefined {
  const places = [process.env['CHROMIUM_PATH'], ...KNOWN_PLACES, chromium.executablePath()]
  return places.find((place) => place && existsSync(place))
}

async function install(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium from the packages of this system')
  await apt('update')
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    await apt('install', '-y', '--no-install-recommends', browser, 'fonts-liberation')
    const place = findInstalled()
    if (place) return place
  }
  return undefined
}

async function apt(...command: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = spawn('apt-get', ['-qq', ...command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(apt, 'close')
}

function refuse(): never {
  throw new Error(
    'The journeys need a browser, and none was found. Install Chromium (on Debian and Ubuntu: ' +
      'apt-get install chromium-headless-shell), or name one in CHROMIUM_PATH.',
  )
}
