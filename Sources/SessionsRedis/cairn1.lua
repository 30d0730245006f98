#!lua name=cairn1
-- Sessions and shared logs of Cairn. A session is one list, its log from the oldest element to the newest.
--
-- Nodes of two releases use this library at once. So never change a function that was released: add one, or begin a
-- library with another name.
--
-- element   revision (9 octets: number 5, salt 4; big-endian), then the payload. A number is below 0xFF00000000.
-- lease     0xFF, node (8), token (8), deadline in ms of this server's clock (6), revision of the log (9, or none).
--
-- A lease is the last element, so taking, using and ending it is O(1) and moves no other element. A list that has only
-- a lease is not a session: nothing was committed yet. It expires by itself.
-- Arguments are checked before the first write, because an error does not undo writes.
--
-- Data that sessions share: one list per log, without a lease. `load` reads it, too.
--
-- record      revision (9 octets), 'R', events
-- checkpoint  revision (9 octets), 'C', state; only the first element, followed by an end: revision (9 octets), 'E'
--
-- The end keeps the numbers consecutive, and the newest element short.

local REVISION = 9
local LEASE_MARK = 255
-- A lease that has ended remains good for a commit until another one is granted. Without a session, its record is kept
-- for this time, in milliseconds.
local GRACE = 60000

-- Returns a whole number from 1 to 4294967295, or nil.
local function positive(text)
  local number = tonumber(text)
  if number and number >= 1 and number <= 4294967295 and number % 1 == 0 then return number end
end

-- Returns the newest revision, '' if there is no session, and the lease, if there is one.
local function state(key)
  local last = redis.call('LINDEX', key, -1)
  if not last then return '' end
  if string.byte(last) == LEASE_MARK then return string.sub(last, 24), last end
  return string.sub(last, 1, REVISION)
end

local function new_lease(node, token, duration, revision)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  return '\255' .. node .. token .. struct.pack('>I6', now + duration) .. revision, now
end

local function has_token(lease, token) return lease and string.sub(lease, 10, 17) == token end

-- Returns what a copy lacks: 0 missing, 1 nothing, {2, elements after `known`}, {3, all elements}. `stop` is the index
-- of the newest element. The numbers in a log are consecutive, so the place of `known` is computed, not searched.
local function lack(key, known, revision, stop)
  if revision == '' then return 0 end
  if known == revision then return 1 end
  local start = 0
  if #known == REVISION then
    local behind = struct.unpack('>I5', revision) - struct.unpack('>I5', known)
    if behind > 0 and behind < 65536 then start = stop - behind end
  end
  local log = redis.call('LRANGE', key, start, stop)
  if start ~= 0 then
    if string.sub(log[1], 1, REVISION) == known then
      log[1] = 2
      return log
    end
    if #log > stop - start then log = redis.call('LRANGE', key, 0, stop) end
  end
  table.insert(log, 1, 3)
  return log
end

-- load KEYS session ARGV known
local function load(keys, args)
  local revision, lease = state(keys[1])
  return lack(keys[1], args[1], revision, lease and -2 or -1)
end

-- begin KEYS session ARGV known, node, token, milliseconds
local function begin(keys, args)
  local key, node, duration = keys[1], args[2], positive(args[4])
  if #args ~= 4 or #node ~= 8 or #args[3] ~= 8 or not duration then
    return redis.error_reply('CAIRN begin needs: known, node (8), token (8), milliseconds')
  end
  local revision, lease = state(key)
  local granted, now = new_lease(node, args[3], duration, revision)
  if lease and string.sub(lease, 2, 9) ~= node then
    local remaining = struct.unpack('>I6', lease, 18) - now
    -- More than two durations are left only after the clock was set back: then the lease counts as ended.
    if remaining > 0 and remaining <= 2 * duration then return -math.min(remaining, duration) end
  end
  if lease then redis.call('LSET', key, -1, granted) else redis.call('RPUSH', key, granted) end
  if revision == '' then redis.call('PEXPIRE', key, duration + GRACE) end
  return lack(key, args[1], revision, -2)
end

-- commit KEYS session [new session] ARGV token, expected, 'A' or 'R', keeps lease '0' or '1', life in seconds, element
local function commit(keys, args)
  local key, new_key = keys[1], keys[2]
  local token, expected, kind, keeps, seconds, element = unpack(args)
  local life = positive(seconds)
  if #args ~= 6 or #element < REVISION or string.byte(element) == LEASE_MARK
    or not (kind == 'R' or kind == 'A' and expected ~= '' and not new_key)
    or not (keeps == '0' or keeps == '1' and not new_key)
    or not life then
    return redis.error_reply('CAIRN commit is not possible: an append needs a session, a new id needs R and 0')
  end
  local revision, lease = state(key)
  if not has_token(lease, token) or revision ~= expected then
    -- A repeated commit with a new id is answered by the revision of the new id.
    if revision == '' and new_key then revision = state(new_key) end
    return revision == '' and 0 or revision
  end
  if new_key then
    if state(new_key) ~= '' then return redis.error_reply('CAIRN the new id exists') end
    redis.call('DEL', key, new_key)
    key = new_key
    redis.call('RPUSH', key, element)
  elseif kind == 'A' or expected == '' then
    redis.call('LSET', key, -1, element)
  else
    redis.call('DEL', key)
    redis.call('RPUSH', key, element)
  end
  if keeps == '1' then redis.call('RPUSH', key, string.sub(lease, 1, 23) .. string.sub(element, 1, REVISION)) end
  redis.call('EXPIRE', key, life)
  return 1
end

-- renew KEYS session ARGV token, milliseconds
local function renew(keys, args)
  local duration = positive(args[2])
  if not duration then return redis.error_reply('CAIRN renew needs: token, milliseconds') end
  local revision, lease = state(keys[1])
  if not has_token(lease, args[1]) then return 0 end
  redis.call('LSET', keys[1], -1, (new_lease(string.sub(lease, 2, 9), args[1], duration, revision)))
  if revision == '' then redis.call('PEXPIRE', keys[1], duration + GRACE) end
  return 1
end

-- release KEYS session ARGV token
local function release(keys, args)
  local _, lease = state(keys[1])
  if not has_token(lease, args[1]) then return 0 end
  redis.call('RPOP', keys[1])
  return 1
end

-- touch KEYS session ARGV life in seconds
local function touch(keys, args)
  local life = positive(args[1])
  if not life then return redis.error_reply('CAIRN touch needs the life in seconds') end
  if state(keys[1]) == '' then return 0 end
  return redis.call('EXPIRE', keys[1], life)
end

-- remove KEYS session
local function remove(keys)
  return redis.call('DEL', keys[1])
end

-- Returns the index of the element that ends a log at this revision, counted from the newest, and the element.
local function place(key, newest, revision)
  if #revision ~= REVISION or newest == '' then return end
  local behind = struct.unpack('>I5', newest) - struct.unpack('>I5', revision)
  if behind < 0 then return end
  local element = redis.call('LINDEX', key, -1 - behind)
  if element and string.sub(element, 1, REVISION) == revision then return -1 - behind, element end
end

-- newest KEYS log: its newest revision, or 0.
local function newest(keys)
  local revision = state(keys[1])
  return revision == '' and 0 or revision
end

-- append KEYS log ARGV expected, record
local function append(keys, args)
  local expected, record = args[1], args[2]
  if #args ~= 2 or #record <= REVISION or string.byte(record) == LEASE_MARK or string.sub(record, 10, 10) ~= 'R' then
    return redis.error_reply('CAIRN append needs: expected, record')
  end
  local revision = state(keys[1])
  if revision ~= expected then return revision == '' and 0 or revision end
  redis.call('RPUSH', keys[1], record)
  return 1
end

-- compact KEYS log ARGV checkpoint: in the place of the records up to its revision, if there is a record with it.
local function compact(keys, args)
  local key, checkpoint = keys[1], args[1]
  if #args ~= 1 or #checkpoint <= REVISION or string.sub(checkpoint, 10, 10) ~= 'C' then
    return redis.error_reply('CAIRN compact needs: checkpoint')
  end
  local revision = string.sub(checkpoint, 1, REVISION)
  local index, element = place(key, state(key), revision)
  if not index or string.sub(element, 10, 10) ~= 'R' then return 0 end
  local later = index < -1 and redis.call('LRANGE', key, index + 1, -1) or {}
  redis.call('DEL', key)
  redis.call('RPUSH', key, checkpoint, revision .. 'E')
  for _, record in ipairs(later) do redis.call('RPUSH', key, record) end
  return 1
end

-- confirm KEYS log, other key ARGV revision: 1 if the log has the revision. The write to the other key, which it leaves
-- missing, is later in the replication stream than that revision, so a WAIT for it waits for the log.
local function confirm(keys, args)
  if #args ~= 1 or #keys ~= 2 then return redis.error_reply('CAIRN confirm needs: revision') end
  local newest = state(keys[1])
  if not place(keys[1], newest, args[1]) then return 0 end
  redis.call('RPUSH', keys[2], '')
  redis.call('DEL', keys[2])
  return 1
end

-- count KEYS session...: the number of keys that are sessions, not only leases.
local function count(keys)
  local sessions = 0
  for _, key in ipairs(keys) do
    if state(key) ~= '' then sessions = sessions + 1 end
  end
  return sessions
end

-- check KEYS any session: the commands that the caller's ACL rules lack.
local function check(keys)
  local key, lacking = keys[1], {}
  local commands = {
    { 'LINDEX', key, '-1' }, { 'LRANGE', key, '0', '-1' }, { 'TIME' }, { 'LSET', key, '-1', '' },
    { 'RPUSH', key, '' }, { 'RPOP', key }, { 'DEL', key }, { 'EXPIRE', key, '1' }, { 'PEXPIRE', key, '1' },
  }
  for _, command in ipairs(commands) do
    if not redis.acl_check_cmd(unpack(command)) then lacking[#lacking + 1] = string.lower(command[1]) end
  end
  return lacking
end

local function register(name, callback, flags)
  redis.register_function{ function_name = 'cairn1_' .. name, callback = callback, flags = flags }
end

register('load', load, { 'no-writes' })
register('count', count, { 'no-writes' })
register('check', check, { 'no-writes' })
register('begin', begin, {})
register('commit', commit, {})
-- The same commit when memory is short. Its lease was granted when it was not, so the excess is bounded by the leases.
register('commit_admitted', commit, { 'allow-oom' })
register('renew', renew, { 'allow-oom' })
register('release', release, { 'allow-oom' })
register('touch', touch, { 'allow-oom' })
register('remove', remove, { 'allow-oom' })
register('newest', newest, { 'no-writes' })
register('append', append, {})
register('compact', compact, { 'allow-oom' })
register('confirm', confirm, { 'allow-oom' })
