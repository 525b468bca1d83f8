-- One order after the other, each of somebody else and with a key of its own. THINK_MS: the mean pause before each.
-- PRODUCT: as a program orders it, with an API key instead of a token and a reference beside the key.
local people = {}
for line in io.lines(os.getenv("PEOPLE")) do
  local token, player, game, item = line:match("^(%S+) (%S+) (%S+) (%S+)$")
  people[#people + 1] = {
    headers = { ["content-type"] = "application/json", authorization = "Bearer " .. token },
    body = '{"gameSlug":"' .. game .. '","itemSlug":"' .. item .. '","gameDetailId":"' .. player .. '","currency":"INR"}',
  }
end
local product = os.getenv("PRODUCT")
if product then
  for _, one in ipairs(people) do
    one.headers["x-api-key"] = one.headers.authorization:sub(8)
    one.headers.authorization = nil
  end
end
local think = tonumber(os.getenv("THINK_MS") or "0")
local run = os.getenv("RUN")
local number = 0
local refused = 0

request = function()
  local one = people[math.random(#people)]
  number = number + 1
  one.headers["idempotency-key"] = run .. "-" .. number
  if product then
    local body = '{"productId":"' .. product .. '","playerId":"123456789","zoneId":"2001","reference":"' .. run .. '-' .. number .. '"}'
    return wrk.format("POST", "/api/v1/reseller/orders", one.headers, body)
  end
  return wrk.format("POST", "/api/v1/order/wallet", one.headers, one.body)
end

if think > 0 then
  delay = function()
    return -math.log(1 - math.random()) * think
  end
end

done = function(summary, latency)
  io.write(string.format('\nJSON {"orders":%d,"seconds":%f,"p50":%f,"p99":%f,"refused":%d}\n', summary.requests,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect))
end
