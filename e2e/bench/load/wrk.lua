-- Settings of one wrk run. With WRK_PAUSE_MS, each connection pauses before each request for an exponentially distributed time with that
-- mean. So the connections call at random moments, as independent clients do.
local pause_ms = tonumber(os.getenv("WRK_PAUSE_MS") or "")

if pause_ms then
  function init()
    math.randomseed(os.time())
  end

  function delay()
    local exact = -pause_ms * math.log(1 - math.random())
    return math.floor(exact + math.random())
  end
end

-- Fields 14 and 15 of /proc/self/stat are wrk's own processor time, in ticks of 10 ms.
local function cpu_seconds()
  local file = io.open("/proc/self/stat")
  if not file then return -1 end
  local user, system = file:read("*a"):match("%) %S" .. (" %S+"):rep(10) .. " (%d+) (%d+)")
  file:close()
  return (tonumber(user) + tonumber(system)) / 100
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"calls":%d,"seconds":%f,"badStatus":%d,"broken":%d,"p50":%f,"p99":%f,"cpuSeconds":%f}\n',
    summary.requests, summary.duration / 1e6, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, cpu_seconds()))
end
