-- A plate is found by a part of it among all simulators, as a serial number is.
create index simulator_car_num on simulator using gin (car_num gin_trgm_ops);
